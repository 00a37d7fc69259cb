import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { ledger } from '#stores/ledger/index.ts'

/** Where the browser is all that there is, and keeps nothing: said before anything is lost. */
export function StorageWarning() {
  const unkept = useStore(ledger.unsavedKeys, { ssr: 'initial' })
  // Known to the build, so that the words are in no other edition's script.
  if (!WITHOUT_SERVER || unkept.length === 0) return null
  return (
    <p className="note note-warm" role="status">
      <Info className="icon" />
      <span>
        <b>Your browser does not keep this.</b> Its storage is blocked or full, so bookings, memberships and prices of
        this demo are gone when you close this tab, or already when you leave this page.
      </span>
    </p>
  )
}
