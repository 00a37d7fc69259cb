import { Info } from 'lucide-react'
import { WITHOUT_SERVER } from '#stores/edition.ts'

/** Where nobody else can see what is entered, every screen of the staff area says so. */
export const DemoNote = () =>
  WITHOUT_SERVER ? (
    <p className="note note-warm">
      <Info className="icon" aria-hidden="true" />
      <span>Demo edition: data stays in this browser</span>
    </p>
  ) : null
