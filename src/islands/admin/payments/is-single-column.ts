export const isSingleColumn = (): boolean => matchMedia('(width <= 640px)').matches
