/** Preloaded into a server: its clock starts at `CLOCK_START`, in milliseconds, and runs on. */
const now = Date.now
const ahead = Number(process.env.CLOCK_START) - now()
Date.now = () => now() + ahead
