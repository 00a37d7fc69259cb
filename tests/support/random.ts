/** Chance that comes out the same in every run: a campaign that failed can be repeated (mulberry32). */
export class Chance {
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

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  of<Choice>(choices: readonly Choice[]): Choice {
    const chosen = choices[this.below(choices.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }

  /** Text of up to `length` signs, from all over. */
  text(length: number): string {
    const signs = 'aZ09 +/=-_%&?#<>"\'{}[]:,.\\\0\n\u00e9\u0928\u{1f4b8}'
    return Array.from({ length: this.below(length) }, () => this.of([...signs])).join('')
  }
}
