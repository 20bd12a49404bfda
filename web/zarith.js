// What OCaml's Zarith calls, by the BigInt of JavaScript, for js_of_ocaml. An integer that fits into the 32 bits of its int is a number, as Zarith
// wants it (Obj.is_int), and every other one is a BigInt. No literal of BigInt stands here: the parser of js_of_ocaml 4.0 does not know them.

//Provides: hallmark_normal
function hallmark_normal(x) {
  var small = Number(BigInt.asIntN(32, x));
  return BigInt(small) === x ? small : x;
}
//Provides: ml_z_init
function ml_z_init() { return 0; }
//Provides: ml_z_of_int
function ml_z_of_int(a) { return a; }
//Provides: ml_z_add
//Requires: hallmark_normal
function ml_z_add(a, b) { return hallmark_normal(BigInt(a) + BigInt(b)); }
//Provides: ml_z_sub
//Requires: hallmark_normal
function ml_z_sub(a, b) { return hallmark_normal(BigInt(a) - BigInt(b)); }
//Provides: ml_z_mul
//Requires: hallmark_normal
function ml_z_mul(a, b) { return hallmark_normal(BigInt(a) * BigInt(b)); }
//Provides: ml_z_mul_overflows
function ml_z_mul_overflows(a, b) {
  var product = a * b;  // nearest, and exact wherever it is near the ends
  return product > 2147483647 || product < -2147483648 ? 1 : 0;
}
//Provides: ml_z_neg
//Requires: hallmark_normal
function ml_z_neg(a) { return hallmark_normal(-BigInt(a)); }
//Provides: ml_z_abs
//Requires: hallmark_normal
function ml_z_abs(a) { return hallmark_normal(a < 0 ? -BigInt(a) : BigInt(a)); }
//Provides: ml_z_succ
//Requires: hallmark_normal
function ml_z_succ(a) { return hallmark_normal(BigInt(a) + BigInt(1)); }
//Provides: ml_z_pred
//Requires: hallmark_normal
function ml_z_pred(a) { return hallmark_normal(BigInt(a) - BigInt(1)); }
//Provides: hallmark_divisor
//Requires: caml_raise_zero_divide
function hallmark_divisor(b) {
  if (b == 0) caml_raise_zero_divide();
  return BigInt(b);
}
//Provides: ml_z_div
//Requires: hallmark_normal, hallmark_divisor
function ml_z_div(a, b) { var d = hallmark_divisor(b); return hallmark_normal(BigInt(a) / d); }
//Provides: ml_z_rem
//Requires: hallmark_normal, hallmark_divisor
function ml_z_rem(a, b) { var d = hallmark_divisor(b); return hallmark_normal(BigInt(a) % d); }
//Provides: ml_z_div_rem
//Requires: hallmark_normal, hallmark_divisor
function ml_z_div_rem(a, b) {
  var d = hallmark_divisor(b), x = BigInt(a);
  return [0, hallmark_normal(x / d), hallmark_normal(x % d)];
}
//Provides: ml_z_divexact
//Requires: ml_z_div
function ml_z_divexact(a, b) { return ml_z_div(a, b); }
//Provides: ml_z_fdiv
//Requires: hallmark_normal, hallmark_divisor
function ml_z_fdiv(a, b) {
  var d = hallmark_divisor(b), x = BigInt(a), q = x / d, r = x % d;
  return hallmark_normal(r != 0 && (r < 0) !== (d < 0) ? q - BigInt(1) : q);
}
//Provides: ml_z_cdiv
//Requires: hallmark_normal, hallmark_divisor
function ml_z_cdiv(a, b) {
  var d = hallmark_divisor(b), x = BigInt(a), q = x / d, r = x % d;
  return hallmark_normal(r != 0 && (r < 0) === (d < 0) ? q + BigInt(1) : q);
}
//Provides: ml_z_compare
function ml_z_compare(a, b) { return a < b ? -1 : a > b ? 1 : 0; }
//Provides: ml_z_equal
function ml_z_equal(a, b) { return a == b ? 1 : 0; }
//Provides: ml_z_sign
function ml_z_sign(a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }
//Provides: ml_z_shift_left
//Requires: hallmark_normal
function ml_z_shift_left(a, n) { return hallmark_normal(BigInt(a) << BigInt(n)); }
//Provides: ml_z_shift_right
//Requires: hallmark_normal
function ml_z_shift_right(a, n) { return hallmark_normal(BigInt(a) >> BigInt(n)); }
//Provides: ml_z_logor
//Requires: hallmark_normal
function ml_z_logor(a, b) { return hallmark_normal(BigInt(a) | BigInt(b)); }
//Provides: ml_z_numbits
function ml_z_numbits(a) {
  var x = a < 0 ? -BigInt(a) : BigInt(a);
  if (x == 0) return 0;
  var digits = x.toString(16);
  return 4 * (digits.length - 1) + (32 - Math.clz32(parseInt(digits[0], 16)));
}
//Provides: ml_z_gcd
//Requires: hallmark_normal
function ml_z_gcd(a, b) {
  var x = a < 0 ? -BigInt(a) : BigInt(a), y = b < 0 ? -BigInt(b) : BigInt(b);
  while (y != 0) { var rest = x % y; x = y; y = rest; }
  return hallmark_normal(x);
}
//Provides: ml_z_pow
//Requires: hallmark_normal, caml_invalid_argument
function ml_z_pow(a, n) {
  if (n < 0) caml_invalid_argument("Z.pow: exponent must be nonnegative");
  var power = BigInt(1), square = BigInt(a);
  for (var rest = n; rest > 0; rest >>>= 1) {
    if (rest & 1) power *= square;
    if (rest > 1) square *= square;
  }
  return hallmark_normal(power);
}
//Provides: ml_z_sqrt
//Requires: hallmark_normal, ml_z_numbits, caml_invalid_argument
function ml_z_sqrt(a) {
  if (a < 0) caml_invalid_argument("Z.sqrt: square root of a negative number");
  if (a == 0) return 0;
  var x = BigInt(a), root = BigInt(1) << BigInt((ml_z_numbits(a) + 1) >> 1);  // above the root; Newton's steps fall to it
  for (;;) {
    var next = (root + x / root) >> BigInt(1);
    if (next >= root) return hallmark_normal(root);
    root = next;
  }
}
//Provides: ml_z_fits_int
function ml_z_fits_int(a) { return typeof a === "number" ? 1 : 0; }
//Provides: ml_z_to_int
//Requires: caml_raise_constant, caml_named_value
function ml_z_to_int(a) {
  if (typeof a !== "number") caml_raise_constant(caml_named_value("ml_z_overflow"));
  return a;
}
//Provides: ml_z_to_int64
//Requires: caml_raise_constant, caml_named_value, caml_int64_create_lo_mi_hi
function ml_z_to_int64(a) {
  var x = BigInt(a);
  if (BigInt.asIntN(64, x) !== x) caml_raise_constant(caml_named_value("ml_z_overflow"));
  var part = function (from, bits) { return Number(BigInt.asUintN(bits, x >> BigInt(from))); };
  return caml_int64_create_lo_mi_hi(part(0, 24), part(24, 24), part(48, 16));
}
//Provides: ml_z_to_float
function ml_z_to_float(a) { return Number(a); }
//Provides: ml_z_format
//Requires: caml_string_of_jsbytes, caml_jsbytes_of_string, caml_failwith
function ml_z_format(format, a) {
  if (caml_jsbytes_of_string(format) !== "%d") caml_failwith("Z.format");
  return caml_string_of_jsbytes(a.toString());
}
//Provides: ml_z_of_substring_base
//Requires: hallmark_normal, caml_jsbytes_of_string, caml_invalid_argument
function ml_z_of_substring_base(base, text, from, length) {
  var digits = caml_jsbytes_of_string(text).substr(from, length);
  if ((base !== 0 && base !== 10) || !/^-?[0-9]+$/.test(digits)) caml_invalid_argument("Z.of_substring_base: invalid digit");
  return hallmark_normal(BigInt(digits));
}
//Provides: ml_z_of_float
//Requires: hallmark_normal
function ml_z_of_float(x) { return hallmark_normal(BigInt(Math.trunc(x))); }
//Provides: ml_z_popcount
function ml_z_popcount(a) { return BigInt(a).toString(2).split("1").length - 1; }  // of numbers that are not negative
//Provides: hallmark_certificate
//Requires: caml_string_of_jsbytes
function hallmark_certificate() { return caml_string_of_jsbytes(globalThis.hallmark.certificate); }
//Provides: hallmark_answer
//Requires: caml_jsbytes_of_string
function hallmark_answer(line) { globalThis.hallmark.line = caml_jsbytes_of_string(line); return 0; }
