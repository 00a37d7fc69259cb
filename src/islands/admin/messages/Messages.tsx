import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { MESSAGE_RETENTION_DAYS } from '#domain/message.ts'
import { $markProblem, messages } from '#stores/admin/messages/messages.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { ViewSwitch } from '../list/fields.tsx'
import { ListScreen } from '../list/ListScreen.tsx'
import { MessageItem } from './MessageItem.tsx'
import { NewsletterSubscribers } from './NewsletterSubscribers.tsx'

const VIEWS = { '': 'All', open: 'Open', done: 'Done' }

export default createStaffScreen(
  '/admin/messages',
  { read: messages.open, receiveMessage: messages.receiveRow },
  Messages,
)

function Messages() {
  const { summary } = useStore(messages.$list, { ssr: 'initial' })
  const { field, search } = useListFilter(messages, 'messages')
  const problem = useStore($markProblem)
  return (
    <ListScreen
      list={messages}
      title="Messages"
      heading={
        <>
          <p className="small mute num flex-1">{summary && `${summary.open} open`}</p>
          <a className="link min-h-11" href="/admin/mails">
            Undelivered email
          </a>
        </>
      }
      filters={
        <Filters
          search={
            <>
              {search('Search messages', 'Name, email or text')}
              <ViewSwitch {...field('state')} id="messages-view" label="Status" views={VIEWS} />
            </>
          }
        />
      }
      rowNames={['message', 'messages']}
      empty={{
        title: 'No messages found.',
        filtered: 'Try other search terms or another view',
        initial: 'Messages from the contact page appear here automatically.',
      }}
      renderRows={(rows, isLoading) => (
        <ul
          className="border-ledge border-t-2 transition-opacity duration-2 ease-plain aria-busy:opacity-55"
          aria-label="Messages, newest first"
          aria-busy={isLoading}
        >
          {rows.map((row) => (
            <MessageItem key={row.messageId} row={row} />
          ))}
        </ul>
      )}
    >
      {(body) => (
        <>
          <div role="alert">
            {problem && (
              <p className="note note-bad mb-3">
                <CircleAlert className="icon" aria-hidden="true" />
                {problem}
              </p>
            )}
          </div>
          {body}
          {summary && (
            <p className="small mute max-w-measure pt-2 pb-4">
              Messages are deleted {MESSAGE_RETENTION_DAYS} days after they arrive, answered or not. Copies in your
              mailbox remain.
            </p>
          )}
          {summary && <NewsletterSubscribers subscribers={summary.subscribers} />}
        </>
      )}
    </ListScreen>
  )
}
