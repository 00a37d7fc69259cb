import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { MESSAGE_RETENTION_DAYS } from '#domain/message.ts'
import { $markProblem, type MessageFilter, messages } from '#stores/admin/messages/messages.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { AdminShell } from '../AdminShell.tsx'
import { Filters } from '../list/Filters.tsx'
import { ListBody } from '../list/ListBody.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { ViewSwitch } from '../list/ViewSwitch.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { MessageItem } from './MessageItem.tsx'
import { NewsletterSubscribers } from './NewsletterSubscribers.tsx'
import './messages.css'

const SCREEN = { read: messages.open, receiveMessage: messages.hear } satisfies StaffScreen
const VIEWS: Readonly<Record<MessageFilter['state'], string>> = { '': 'All', open: 'Open', done: 'Done' }

export default ({ brand }: ScreenProps) => (
  <AdminShell path="/admin/messages" brand={brand}>
    <Messages />
  </AdminShell>
)

/** What visitors wrote with the form of the contact page, newest first. */
function Messages() {
  useStaffScreen(SCREEN)
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
        <ViewSwitch
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
      <ListBody
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
              <MessageItem key={row.messageId} row={row} />
            ))}
          </ul>
        )}
      </ListBody>
      {about && (
        <p className="small mute messages-kept">
          Messages are deleted {MESSAGE_RETENTION_DAYS} days after they came, answered or not; their copies in the
          mailbox stay.
        </p>
      )}
      {about && <NewsletterSubscribers subscribers={about.subscribers} />}
    </>
  )
}
