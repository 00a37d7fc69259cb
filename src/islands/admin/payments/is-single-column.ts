/** Whether the list and a payment are shown one at a time. */
export const isSingleColumn = (): boolean => matchMedia('(width <= 640px)').matches
