/** Repeatable random numbers (mulberry32). */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to 1, as `Math.random`. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  integerBelow(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    if (choices.length === 0) throw new Error('nothing to choose from')
    return choices[this.integerBelow(choices.length)] as Choice
  }
}
