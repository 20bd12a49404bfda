"""Formulas that are written on one line, as the registry and FORMAT.md have them, as MathML: browsers set it themselves, without a script or a font.

`marked(text, names)` finds the formulas of a sentence and leaves its words alone. What does not parse as a formula stays as it was written.

    relation := sum (relop sum)*        sum := [-] product ((+ | -) product)*        product := power ((* | /)? power)*
    power := atom [^ exponent]          atom := number | name | name(...) | (...) | [...] | {x : y} | |x|
"""
import html
import re

GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ε", "eta": "η", "lambda": "λ", "mu": "μ", "phi": "φ", "pi": "π", "rho": "ρ",
         "sigma": "σ", "tau": "τ", "xi": "ξ", "Phi": "Φ", "Gamma": "Γ"}
FUNCTIONS = {"ln", "exp", "sqrt", "min", "max", "sup", "inf", "sum", "Bin", "Bern", "Pr", "Mult", "Lap", "tanh", "TV", "FPR", "TPR", "floor", "tnb", "dP", "dQ", "dN", "advantage", "bayes"}
RELATIONS = {"=": "=", "<=": "≤", ">=": "≥", "<": "<", ">": ">", "~": "∼", "||": "∥", "..": "…", "|": "|", ":": ":", "mod": "mod"}
COMMON = {"noise", "orders", "records", "share", "ratio", "candidates", "largest"}  # parameters that are more often words: what follows one is no factor
WORDS_ALONE = {"a", "A", "I"}  # a letter that is a word where no sign stands beside it
TOKEN = re.compile(r"\s+|\d+(?:\.\d+)?(?:e-\d+)?|[A-Za-z]+\d*'?|<=|>=|\|\||\.\.|.", re.DOTALL)
LETTERS_TOGETHER = {"wQ": ("w", "Q"), "qX": ("q", "X"), "pn": ("p", "n")}
CLOSING = {"(": ")", "[": "]", "{": "}"}


def row(*parts):
    return "<mrow>" + "".join(parts) + "</mrow>"


def sign(text, **attributes):
    return "<mo" + "".join(f' {name}="{value}"' for name, value in attributes.items()) + f">{html.escape(text)}</mo>"


class NoFormula(Exception):
    pass


class Reader:
    """Reads one formula from a place on; `at` is behind what was read."""

    def __init__(self, tokens, at, names):
        self.tokens, self.at, self.begin, self.names = tokens, at, at, names
        self.strong = False  # something that no sentence has: an operator, a Greek letter, an index
        self.depth = 0

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def blank(self):
        found = self.peek().isspace()
        self.at += found
        return found

    def is_name(self, word):
        base = word.rstrip("'")
        stem = base.rstrip("0123456789")
        return bool(stem) and (len(stem) == 1 or stem in GREEK or base in FUNCTIONS or base in self.names or base in LETTERS_TOGETHER) and stem.isalpha()

    def starts_operand(self):
        token = self.peek()
        return bool(token) and (token[0].isdigit() or self.is_name(token) or token in "([{")

    def optional(self, operators, operand):
        """An operator and its operand, or nothing read."""
        before = self.at
        self.blank()
        operator = self.peek()
        if operator not in operators:
            self.at = before
            return None
        tight = self.at == before
        self.at += 1
        if tight and operator == "-" and re.fullmatch("[a-z]{3,}", self.peek()) and self.peek() not in GREEK:  # a hyphen: l1-sensitivity
            self.at = before
            return None
        self.blank()
        try:
            return operator, operand()
        except NoFormula:
            self.at = before
            return None

    def relation(self, stops=()):
        parts = [self.sum()]
        operators = {o for o in RELATIONS if o not in stops and (self.depth or o not in (":", "mod", "|"))}
        while found := self.optional(operators, self.sum):
            self.strong = True
            parts += [sign(RELATIONS[found[0]]), found[1]]
        return parts[0] if len(parts) == 1 else row(*parts)

    def sum(self):
        parts = []
        if self.peek() == "-":
            self.at += 1
            parts.append(sign("−", form="prefix"))
            self.strong = True
        parts.append(self.product())
        while found := self.optional("+-", self.product):
            self.strong = True
            parts += [sign({"-": "−"}.get(found[0], found[0])), found[1]]
        return parts[0] if len(parts) == 1 else row(*parts)

    def product(self, flat=False):
        first = self.peek()
        parts = [self.power()]
        alone = self.at == self.begin + 1 and (first in COMMON or "." in first)  # "Theorem 3.2 (...)", "the share q"
        while True:
            before = self.at
            if found := self.optional("*", self.power):
                parts += [sign("·"), found[1]]
                self.strong = True
            elif found := self.optional("/", self.power):
                self.strong = True
                upper, lower = self.bare(parts.pop()), self.bare(found[1])
                parts.append(row(upper, sign("/"), lower) if flat else f"<mfrac>{upper}{lower}</mfrac>")
            elif not (alone and len(parts) == 1) and self.blank() and self.starts_operand() and self.peek() not in WORDS_ALONE - {"I"}:
                try:
                    parts.append(self.power())
                except NoFormula:
                    self.at = before
                    break
            elif self.at == before and self.joined():
                try:
                    parts.append(self.power())
                except NoFormula:
                    self.at = before
                    break
            else:
                self.at = before
                break
        spaced = [parts[0]]
        for part in parts[1:]:
            if not part.startswith("<mo") and not spaced[-1].startswith("<mo"):
                spaced.append('<mspace width="0.17em"/>')
            spaced.append(part)
        return spaced[0] if len(spaced) == 1 else row(*spaced)

    def joined(self):
        """Whether a factor follows without a blank: 2s, (1 - rate)(1 - x), a|n|."""
        last, token = self.tokens[self.at - 1], self.peek()
        return (token in ("(", "[") and last in (")", "]")) or (last[-1:].isdigit() and last[:1].isdigit() and self.is_name(token)) or (token == "|" and self.depth > 0)

    @staticmethod
    def bare(part):
        """A numerator or denominator without the parentheses that a fraction needs on one line."""
        inner = re.fullmatch(r'<mrow class="group"><mo[^>]*>\(</mo>(.*)<mo[^>]*>\)</mo></mrow>', part)
        return row(inner[1]) if inner else part

    def power(self):
        base = self.atom()
        if self.peek() != "^":
            return base
        self.at += 1
        self.strong = True
        if self.peek() == "-":
            self.at += 1
            return f"<msup>{base}{row(sign('−', form='prefix'), self.atom())}</msup>"
        return f"<msup>{base}{self.bare(self.exponent())}</msup>"

    def exponent(self):
        if self.peek() != "(":
            return self.atom()
        before, self.at, self.depth = self.at, self.at + 1, self.depth + 1
        self.blank()
        inner = self.flat_sum()
        self.blank()
        if self.peek() != ")":
            self.at = before
            raise NoFormula
        self.at, self.depth = self.at + 1, self.depth - 1
        return inner

    def flat_sum(self):
        parts = []
        if self.peek() == "-":
            self.at += 1
            parts.append(sign("−", form="prefix"))
        parts.append(self.product(flat=True))
        while found := self.optional("+-", lambda: self.product(flat=True)):
            parts += [sign({"-": "−"}.get(found[0], found[0])), found[1]]
        return row(*parts)

    def atom(self):
        token = self.peek()
        if token[:1].isdigit():
            self.at += 1
            mantissa, _, power = token.partition("e")
            ten = f"<msup><mn>10</mn>{row(sign('−', form='prefix'), f'<mn>{power[1:]}</mn>')}</msup>" if power else ""
            return f"<mn>{token}</mn>" if not power else ten if mantissa == "1" else row(f"<mn>{mantissa}</mn>", sign("·"), ten)
        if token in CLOSING and token:
            return self.group()
        if token == "|":
            self.at += 1
            inner = self.sum()
            if self.peek() != "|":
                raise NoFormula
            self.at += 1
            return row(sign("|"), inner, sign("|"))
        if not token or not self.is_name(token):
            raise NoFormula
        self.at += 1
        if token in LETTERS_TOGETHER:
            return row(*(f"<mi>{letter}</mi>" for letter in LETTERS_TOGETHER[token]))
        named = self.indexed(token)
        if self.peek() in ("(", "["):
            before, strong, depth = self.at, self.strong, self.depth
            try:
                inner = self.group()
                self.strong = True
                if token == "sqrt":
                    return f"<msqrt>{self.bare(inner)}</msqrt>"
                return row(named, sign("⁡"), inner)
            except NoFormula:
                self.at, self.strong, self.depth = before, strong, depth
        if self.peek() == "!":
            self.at += 1
            return row(named, sign("!"))
        return named

    def indexed(self, token):
        base, prime = token.rstrip("'"), token.endswith("'")
        stem = base.rstrip("0123456789")
        index = base[len(stem):]
        if stem in GREEK or index:
            self.strong = True
        letter = f"<mi>{GREEK.get(stem, stem)}</mi>" if stem != "sum" else sign("∑", largeop="false")
        if stem == "sigma" and index == "2":  # a variance is written sigma2
            out = f"<msup>{letter}<mn>2</mn></msup>"
        else:
            out = f"<msub>{letter}<mn>{index}</mn></msub>" if index else letter
        if self.peek() == "_" and re.match(r"[A-Za-z0-9(]", self.peek(1)):
            self.at += 1
            self.strong = True
            out = f"<msub>{letter}{self.bare(self.atom_alone())}</msub>"
        return f"<msup>{out}<mo>′</mo></msup>" if prime else out

    def atom_alone(self):
        """An index: a name without what may follow it, or a group."""
        token = self.peek()
        if token == "(":
            return self.group()
        self.at += 1
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        return f"<mi>{GREEK.get(token, html.escape(token))}</mi>"

    def group(self):
        opening = self.peek()
        self.at, self.depth = self.at + 1, self.depth + 1
        parts = []
        while True:
            self.blank()
            parts.append(self.relation())
            self.blank()
            token = self.peek()
            self.at += 1
            if token in (",", ";"):
                parts.append(sign(token, separator="true"))
            elif token == CLOSING[opening]:
                self.depth -= 1
                return '<mrow class="group">' + sign(opening) + "".join(parts) + sign(CLOSING[opening]) + "</mrow>"
            else:
                self.depth -= 1
                raise NoFormula


def formula_at(tokens, at, names):
    """(MathML, place behind it) of the formula that begins here, or nothing."""
    reader = Reader(tokens, at, names)
    if not reader.starts_operand() and reader.peek() not in ("-", "|"):
        return None
    try:
        found = reader.relation()
    except NoFormula:
        return None
    read = [token for token in tokens[at:reader.at] if not token.isspace()]
    if len(read) == 1 and re.match(r"\.[a-z]\b", "".join(tokens[reader.at:reader.at + 2])):
        return None  # e.g.
    letter = len(read) == 1 and re.fullmatch("[A-Za-z]'?", read[0]) and read[0] not in WORDS_ALONE
    if not (reader.strong or letter or len(read) > 3):
        return None
    return found, reader.at


def sentence(text, names):
    tokens, out, at = TOKEN.findall(text), [], 0
    while at < len(tokens):
        before = tokens[at - 1] if at else " "
        found = formula_at(tokens, at, names) if not re.search(r"[A-Za-z0-9_.`'-]$", before) or before[-1:] == "-" and at > 1 and tokens[at - 2].isspace() else None
        if found:
            out.append(f"<math>{found[0]}</math>")
            at = found[1]
        else:
            out.append(tokens[at])
            at += 1
    return "".join(out)


def marked(text, names=()):
    """A sentence of Markdown whose formulas are MathML; code and links stay as they are. `names`: parameters, which are words as well."""
    parts = re.split(r"(`[^`]*`|\[[^\]]*\]\([^)]*\)|\[[A-Z][A-Za-z0-9-]*\])", text)
    made = "".join(part if place % 2 else sentence(part, frozenset(names)) for place, part in enumerate(parts))
    return re.sub(r"^(<math>.*?</math>)", r"<span>\1</span>", made)  # at the start of a line Markdown would take it for a block
