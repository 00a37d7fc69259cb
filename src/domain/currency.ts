/** Creating a format takes about twenty times as long as a use. */
const FORMATS = new Map<string, Intl.NumberFormat>()

/** Formats minor units ÷ 100, by default in USD and en-US; whole amounts have no decimals. */
export function formatMoney(minorUnits: number, currency = 'USD', locale = 'en-US'): string {
  const key = `${currency} ${locale}`
  const format =
    FORMATS.get(key) ??
    new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  FORMATS.set(key, format)
  return format.format(minorUnits / 100)
}
