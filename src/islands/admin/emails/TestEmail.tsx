import { Send } from 'lucide-react'
import { useState } from 'react'
import type { sendTestEmail } from '#contract/admin/emails.ts'
import type { Output } from '#contract/endpoint.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { testEmail } from '#stores/admin/emails.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTask } from '../useTask.ts'

type Result = Output<typeof sendTestEmail>

export function TestEmail() {
  const task = useTask()
  const [result, setResult] = useState<Result>()
  const send = async () => {
    if (task.busy) return
    setResult(undefined)
    setResult(await task.run(testEmail))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <QuietButton busy={task.busy} onClick={() => void send()}>
        <Send className="icon" aria-hidden="true" />
        {task.busy ? 'Sending…' : 'Send yourself a test email'}
      </QuietButton>
      <p role="status">{result && result.outcome !== 'failed' && OUTCOME_MESSAGES[result.outcome](result.recipient)}</p>
      <Alert
        problem={
          result?.outcome === 'failed' ? `The test email to ${result.recipient} failed: ${result.error}` : task.problem
        }
      />
    </div>
  )
}

const OUTCOME_MESSAGES: Readonly<Record<Exclude<Result['outcome'], 'failed'>, (recipient: string) => string>> = {
  accepted: (recipient) => `The mail server accepted a test email to ${recipient}. Check that it arrives.`,
  stored: (recipient) => `SMTP_URL is not set: the test email to ${recipient} was written to DATA_DIR/outbox.`,
}
