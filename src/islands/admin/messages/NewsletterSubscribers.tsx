import { useStore } from '@nanostores/react'
import { type SubmitEvent, useState } from 'react'
import { $removal, removeSubscriber } from '#stores/admin/messages/newsletter.ts'
import { TextField } from '../form/fields.tsx'
import { ExportLinks } from '../list/ExportLinks.tsx'

/** The privacy page promises that staff can remove a subscriber here. */
export function NewsletterSubscribers({ subscribers }: { subscribers: number }) {
  const { busy, removed, problem } = useStore($removal)
  const [email, setEmail] = useState('')
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    // An address entered during the request stays.
    if (await removeSubscriber(email)) setEmail((current) => (current === email ? '' : current))
  }
  return (
    <section className="mt-4 grid gap-2 border-ledge border-t-2 pt-4" aria-labelledby="newsletter">
      <h2 id="newsletter" className="heading-4">
        Newsletter
      </h2>
      <div className="flex flex-wrap items-center gap-x-6">
        <p className="mute">{subscribers === 1 ? '1 subscriber.' : `${subscribers} subscribers.`}</p>
        <ExportLinks table="newsletter" name="Newsletter" />
      </div>
      <form className="flex flex-wrap items-end gap-2.5 *:first:basis-80" noValidate onSubmit={submit}>
        <TextField
          className="min-h-11 text-small"
          id="newsletter-email"
          label="Remove an address from the list"
          error={problem}
          type="email"
          maxLength={300}
          value={email}
          onChange={setEmail}
        />
        <button type="submit" className="button button-quiet button-small" aria-disabled={busy}>
          Remove
        </button>
      </form>
      <p role="status">{removed && `${removed} was removed from the list.`}</p>
    </section>
  )
}
