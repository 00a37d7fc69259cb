import { useStore } from '@nanostores/react'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { $endsSoon } from '#stores/admin/session/session.ts'
import { staySignedIn } from '#stores/admin/staff-screen.ts'
import { TOAST_LINK, ToastFrame } from './ToastFrame.tsx'
import { useTask } from './useTask.ts'

export function SessionExpiryWarning() {
  const endsSoon = useStore($endsSoon)
  return <div role="alert">{endsSoon && <Warning />}</div>
}

function Warning() {
  const task = useTask()
  return (
    <ToastFrame>
      <p>
        <b>Still there?</b> {task.problem ?? 'You will be signed out in two minutes.'}{' '}
        <LinkButton className={`link ${TOAST_LINK}`} onClick={() => void task.run(staySignedIn)}>
          Stay signed in
        </LinkButton>
      </p>
    </ToastFrame>
  )
}
