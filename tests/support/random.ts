import { SeededRandom as Base } from '#server/commands/seed/seeded-random.ts'

/** Chance that comes out the same in every run: a campaign that failed can be repeated. */
export class Chance extends Base {
  /** Text of up to `length` signs, from all over. */
  text(length: number): string {
    const signs = 'aZ09 +/=-_%&?#<>"\'{}[]:,.\\\0\n\u00e9\u0928\u{1f4b8}'
    return Array.from({ length: this.integerBelow(length) }, () => this.pick([...signs])).join('')
  }
}
