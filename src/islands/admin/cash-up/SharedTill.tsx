import type { CashUpDay } from '#contract/admin/till.ts'
import { npr, paisa } from '#domain/money.ts'
import { Note } from '#islands/ui/Note.tsx'

interface Props {
  locationName: string
  shared: NonNullable<CashUpDay['shared']>
}

/** What the people at one till have still to count. */
export function SharedTill({ locationName, shared: { cash, uncounted } }: Props) {
  const others = uncounted.filter(({ isOwn }) => !isOwn)
  if (uncounted.length === 0) return null
  return (
    <Note className="wrap-anywhere mb-4 print:hidden">
      The till of {locationName} should hold {npr(cash)} in cash.{' '}
      {others.map(({ name, cash: moved }) =>
        moved > 0
          ? `${name} has ${npr(moved)} in cash that is not counted yet. `
          : `${name} paid out ${npr(paisa(-moved))} in cash that is not counted yet. `,
      )}
      {others.length > 0 && 'Finish one count before you start the next.'}
    </Note>
  )
}
