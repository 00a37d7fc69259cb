/** The owner account of every server that tests start. */
export const STAFF = { email: 'owner@chautari.example', password: 'a long enough password' }
