import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { $draftUnsaved } from '#stores/booking/draft.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'

/** The browser edition warns about all that it stores, with a note of its own. */
export function DraftStorageWarning() {
  const unsaved = useStore($draftUnsaved)
  if (WITHOUT_SERVER || !unsaved) return null
  return (
    <p className="note note-warm booking-unsaved" role="status">
      <Info className="icon" />
      <span>
        <b>Your browser does not save your choices.</b> Its storage is blocked or full. You can still book, but your
        choices are lost if you leave or reload this page.
      </span>
    </p>
  )
}
