/** The assistant did not answer; `status` is what its server said. */
export class Unanswered extends Error {
  readonly status: number | undefined
  constructor(status?: number) {
    super(`the assistant did not answer (${status ?? 'unreachable'})`)
    this.status = status
  }
}
