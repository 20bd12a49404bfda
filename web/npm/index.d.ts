/** A number in: exact text ("0.1", "1%", "1/3", "ln(3)", "60*60000/256"), or what String() makes of it. */
export type Exact = string | number | bigint;
export type Parameters = Record<string, Exact>;

export interface Options {
  /** Relative digits to prove, 1 to 1000; left out: 6, fewer where they are costly. */
  digits?: number;
  /** Of processor time, after which what is proved so far is returned; left out: 60. */
  seconds?: number;
  route?: string;
  /** The exact fraction too, where there is one. */
  exact?: boolean;
  thresholds?: string[];
  all_methods?: boolean;
}

export interface Part {
  mechanism: string;
  parameters?: Parameters;
  rounds?: number;
}

export interface Method {
  method: string;
  lo: string | null;
  hi: string | null;
  axioms: string[];
  note: string;
}

/** A proved answer: the number lies in [lo, hi]; with upper_end, [lo, hi] holds the bound of one choice, and hi alone holds for the number. */
export interface Enclosure {
  statement: string;
  quantity: string;
  parameters: Record<string, string>;
  composed: string;
  readings: string[];
  bounds: 'pair' | 'mechanism' | 'formula';
  kind: 'exact' | 'upper' | 'lower' | 'bracket';
  status: 'proved' | 'conditional' | 'literature' | 'disputed' | 'statistical';
  adjacency: string;
  direction: string;
  /** Exact: integers or fractions. */
  lo: string;
  hi: string;
  /** Rounded outward to the digits asked for. */
  lo_decimal: string;
  hi_decimal: string;
  /** Rounded outward to binary64; null where that is infinite. */
  lower: number | null;
  upper: number | null;
  exact: string | null;
  upper_end: boolean;
  /** Whether the digits asked for are proved; if not, shortfall says what is missing. */
  reached: boolean;
  shortfall: string;
  method: string;
  route: string;
  bits: number;
  axioms: string[];
  methods: Method[];
  /** The line to quote, the lines of the program `hallmark`, and LaTeX. */
  quote: string;
  text: string;
  tex: string;
  /** Where one was asked for: the certificate, or null; certificate_note says why it is of the upper end alone, or why there is none. */
  certificate?: string | null;
  certificate_note?: string;
}

export interface Decision {
  outcome: 'certified' | 'refuted' | 'undecided';
  reason: string;
  left: Enclosure | null;
  right: Enclosure | null;
  axioms: string[];
  certificate: string | null;
}

export interface Sampler {
  name: string;
  neighbours: string;
  needs: string;
  quantity: string;
  parameters: Record<string, string>;
}

export interface Quantity {
  id: string;
  summary: string;
  bounds: string;
  kind: string;
  status: string;
  theorem: string;
  adjacency: string;
  directions: string[];
  parameters: { name: string; domain: string; default?: string }[];
  routes: string;
  certificate: string;
  cost: string;
  formula: string;
  words: string;
  example: string;
}

export class HallmarkError extends Error {}

export function evaluate(quantity: string, parameters?: Parameters, options?: Options & { parts?: Part[]; certificate?: boolean }): Promise<Enclosure>;
/** "dp-sgd epsilon(sigma=1.1, rate=1%, steps=100, delta=1e-5) <= 2.4" */
export function judge(statement: string, options?: Options): Promise<Decision>;
/** Read the whole line after "s VERIFIED": it is the statement that is proved. */
export function check(certificate: string | ArrayBuffer | Uint8Array): Promise<{ verified: boolean; line: string }>;
export function samplers(training: Parameters): Promise<Sampler[]>;
export function quantities(): Promise<Quantity[]>;
export function aliases(): Promise<{ name: string; parameters: string; family: string }[]>;
export function search(words: string): Promise<{ ids: string[]; near: boolean; remark: string }>;
export function quantityId(name: string): Promise<string>;
export function version(): Promise<string>;
