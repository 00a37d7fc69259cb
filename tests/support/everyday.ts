/** Whether only the tests run that every change needs, in two minutes. */
export const IS_EVERYDAY = process.env.TESTS === 'everyday'
