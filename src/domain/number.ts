/** `4,000`: a whole number as every screen shows it. Without `Intl`, whose first use costs a slow phone a tenth of a second. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
