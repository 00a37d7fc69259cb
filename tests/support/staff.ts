/** The owner account of every server that tests start. */
export const STAFF = { email: 'owner@chautari.example', password: 'a long enough password' }

/** Of each runner of browser tests: an account keeps a handful of sessions, and the other runner's would end them. */
export const staffOf = (runner: number) => ({ ...STAFF, email: `owner-${runner}@chautari.example` })
