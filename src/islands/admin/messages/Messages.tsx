import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { MESSAGE_KEPT_DAYS } from '#domain/message.ts'
import { $markProblem, type MessageFilter, messages } from '#stores/admin/messages.ts'
import { Admin } from '../Admin.tsx'
import { Filters } from '../list/Filters.tsx'
import { Listed } from '../list/Listed.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { Views } from '../list/Views.tsx'
import type { ScreenProps } from '../screens.ts'
import { useDesk } from '../useDesk.ts'
import { Letter } from './Letter.tsx'
import { Newsletter } from './Newsletter.tsx'
import './messages.css'

const SCREEN = { read: messages.open, hearMessage: messages.hear }
const VIEWS: Readonly<Record<MessageFilter['state'], string>> = { '': 'All', open: 'Open', done: 'Done' }

export default ({ brand }: ScreenProps) => (
  <Admin path="/admin/messages" brand={brand}>
    <Messages />
  </Admin>
)

/** What visitors wrote with the form of the contact page, newest first. */
function Messages() {
  useDesk(SCREEN)
  const list = useStore(messages.$list, { ssr: 'initial' })
  const { about } = list
  const { q, state } = useStore(messages.$filter, { ssr: 'initial' })
  const problem = useStore($markProblem)
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Messages</h1>
        <p className="mute num">{about && `${about.open} open`}</p>
        <a className="link" href="/admin/mails">
          Undelivered email
        </a>
      </div>
      <Filters
        count={state ? 1 : 0}
        search={
          <SearchField
            id="messages-q"
            label="Search messages"
            placeholder="Name, email or words"
            value={q}
            onChange={(typed) => messages.look({ q: typed }, true)}
          />
        }
      >
        <Views
          name="messages-view"
          label="State"
          views={VIEWS}
          value={state}
          onChange={(view) => messages.look({ state: view as MessageFilter['state'] })}
        />
      </Filters>
      <div role="alert">
        {problem && (
          <p className="note note-bad messages-problem">
            <CircleAlert className="icon" aria-hidden="true" />
            {problem}
          </p>
        )}
      </div>
      <Listed
        {...messages}
        list={list}
        names={['message', 'messages']}
        none={{
          title: 'No messages found.',
          instead: 'Try other words or another view',
          first: 'What visitors write on the contact page appears here by itself.',
        }}
        isNarrowed={q.trim() !== '' || state !== ''}
      >
        {(rows, isReading) => (
          <ul className="letters list-rows" aria-label="Messages, newest first" aria-busy={isReading}>
            {rows.map((row) => (
              <Letter key={row.messageId} row={row} />
            ))}
          </ul>
        )}
      </Listed>
      {about && (
        <p className="small mute messages-kept">
          Messages are deleted {MESSAGE_KEPT_DAYS} days after they came, answered or not; their copies in the mailbox
          stay.
        </p>
      )}
      {about && <Newsletter subscribers={about.subscribers} />}
    </>
  )
}
