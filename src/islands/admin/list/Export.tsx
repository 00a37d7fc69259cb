import { Download } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { askWho } from '#stores/admin/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTask } from '../useTask.ts'

/**
 * A table to be saved. The browser says nothing on the page of a file that it is refused: whether the session lives is
 * asked first, so that its end leads to the door.
 */
export function Export({ href, className }: { href: string; className: string }) {
  const task = useTask()
  const isAdmitted = useRef(false)
  const save = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (isAdmitted.current) return
    event.preventDefault()
    const link = event.currentTarget
    if (!(await task.run(askWho))) return
    isAdmitted.current = true
    link.click()
    isAdmitted.current = false
  }
  return (
    <>
      <a className={className} href={href} download onClick={(event) => void save(event)}>
        <Download className="icon" aria-hidden="true" />
        Export
      </a>
      {task.problem && <Alert problem={task.problem} />}
    </>
  )
}
