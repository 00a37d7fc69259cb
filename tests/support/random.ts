import { SeededRandom as Base } from '#server/commands/seed/seeded-random.ts'

/** Repeatable random values. */
export class TestRandom extends Base {
  /** Text of up to `length` characters from many scripts. */
  text(length: number): string {
    const signs = 'aZ09 +/=-_%&?#<>"\'{}[]:,.\\\0\n\u00e9\u0928\u{1f4b8}'
    return Array.from({ length: this.integerBelow(length) }, () => this.pick([...signs])).join('')
  }
}
