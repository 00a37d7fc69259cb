import { Download } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { requireRecentPassword } from '#stores/admin/session/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTask } from '../useTask.ts'

/**
 * A download link. A browser shows nothing on the page when a download is rejected, so the session and the password are
 * checked first.
 */
export function ExportLink({ href, className }: { href: string; className: string }) {
  const task = useTask()
  const isAdmitted = useRef(false)
  const save = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (isAdmitted.current) return
    event.preventDefault()
    const link = event.currentTarget
    if (!(await task.run(requireRecentPassword))) return
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
