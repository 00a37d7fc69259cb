/** `CAMPAIGN=full npm run test:heavy` runs every round; otherwise a tenth of them. */
export const rounds = (full: number): number => (process.env.CAMPAIGN === 'full' ? full : Math.ceil(full / 10))
