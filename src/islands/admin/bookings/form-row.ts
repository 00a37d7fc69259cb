/** Pairs of fields of the new booking, on phones below each other. */
export const FORM_ROW = 'grid grid-cols-2 items-start gap-x-3 gap-y-4.5 *:only:col-span-full max-sm:grid-cols-1'
