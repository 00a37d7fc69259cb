import { useStore } from '@nanostores/react'
import { type SubmitEvent, useState } from 'react'
import { Field } from '#islands/ui/Field.tsx'
import { $removal, removeSubscriber } from '#stores/admin/messages/newsletter.ts'

/** Who asked for news is counted here; whoever wants to leave is taken off here, as the privacy page says. */
export function NewsletterSubscribers({ subscribers }: { subscribers: number }) {
  const { busy, removed, problem } = useStore($removal)
  const [email, setEmail] = useState('')
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    // What was typed meanwhile is the next one.
    if (await removeSubscriber(email)) setEmail((typed) => (typed === email ? '' : typed))
  }
  return (
    <section className="newsletter" aria-labelledby="newsletter">
      <h2 id="newsletter" className="heading-4">
        Newsletter
      </h2>
      <p className="mute">
        {subscribers === 1 ? '1 address has asked for news.' : `${subscribers} addresses have asked for news.`}
      </p>
      <form className="newsletter-form" noValidate onSubmit={submit}>
        <Field id="newsletter-email" label="Take an address off the list" error={problem}>
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="off"
              maxLength={300}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <button type="submit" className="button button-quiet button-small" aria-disabled={busy}>
          Take off
        </button>
      </form>
      <p role="status">{removed && `${removed} is off the list.`}</p>
    </section>
  )
}
