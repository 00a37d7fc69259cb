/** The owner account of every server that tests start. */
export const STAFF = { email: 'owner@chautari.example', password: 'a long enough password' }

/** The settings with which a server creates this account. */
export const STAFF_SETTINGS = { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password }

/** One account per test worker, because the number of sessions of an account is limited. */
export const staffOf = (runner: number) => ({ ...STAFF, email: `owner-${runner}@chautari.example` })
