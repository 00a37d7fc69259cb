/** With a thick upper edge in the colour of the state. */
export const PANEL = 'border border-line border-t-6 bg-paper-raised px-7 pt-6.5 pb-7'
