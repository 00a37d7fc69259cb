import { Note } from '#islands/ui/Note.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'

export const DemoNote = ({ className = '' }: { className?: string }) =>
  WITHOUT_SERVER ? <Note className={`note-warm ${className}`}>Demo edition: data stays in this browser</Note> : null
