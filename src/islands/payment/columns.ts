// At least as high as the screen, so that the footer does not move between states.
export const PAGE = 'min-h-svh noscript:min-h-0 pt-fluid-20-32 noscript:pb-0 pb-section print:min-h-0 print:pb-0'
/** The state of the payment beside the booking's summary. */
export const COLUMNS = 'mt-8 print:mt-0 grid grid-cols-12 items-start gap-x-gap'
export const MAIN_COLUMN = 'col-span-full min-w-0 md:col-span-8 md:mr-6'
/** As high as its content, which may be more than the screen. */
export const LONG_SIDE_COLUMN = 'col-span-full mt-10 flex flex-col gap-10 md:col-span-4 md:mt-0'
export const SIDE_COLUMN = 'col-span-full mt-10 md:sticky md:top-head-32 md:col-span-4 md:mt-0 print:static'
