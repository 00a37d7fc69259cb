/** A row of buttons with a status message. */
export const ROW_CLASS = 'flex flex-wrap items-center gap-x-3.5 gap-y-2.5'
