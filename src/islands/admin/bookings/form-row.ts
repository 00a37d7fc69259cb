/** Fields of the new booking beside each other, on phones below each other. */
export const FORM_ROW = 'grid auto-cols-fr grid-flow-col items-start gap-3 max-sm:grid-flow-row'
