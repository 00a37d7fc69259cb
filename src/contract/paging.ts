/** Rows of a list on one page, where no other number is asked for. */
export const PAGE = 25
export const LARGEST_PAGE = 100
