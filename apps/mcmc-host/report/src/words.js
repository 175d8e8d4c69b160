// Numbers and lists as people read them.

const minus = (text) => text.replace(/-/g, "\u2212");

/** With so many significant digits; a dash where there is no value. */
export function number(value, digits = 4) {
  if (value === null || value === undefined) return "\u2013";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [digitsOnly, exponent] = value.toExponential(digits - 1).split("e");
    return minus(`${digitsOnly}e${Number(exponent)}`);
  }
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return minus(value.toFixed(decimals));
}

export const fixed = (value, decimals) => (value === null ? "\u2013" : minus(value.toFixed(decimals)));
/** Whole; from five digits on with thin spaces between thousands. */
export const whole = (value) => {
  if (value === null) return "\u2013";
  const digits = Math.round(value).toString();
  return minus(Math.abs(value) < 1e4 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u202f"));
};
export const percent = (part) => `${number(100 * part, part < 0.1 ? 2 : 3)}\u00a0%`;
export const counted = (count, what) => `${whole(count)} ${what}${count === 1 ? "" : "s"}`;

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function extent(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
