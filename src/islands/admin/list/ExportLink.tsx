import { Download } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { requireRecentPassword } from '#stores/admin/session/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTask } from '../useTask.ts'

interface ExportLinkProps {
  href: string
  className: string
  children?: ReactNode
}

/** Checks the session and the password before the download, because a rejected download shows nothing on the page. */
export function ExportLink({ href, className, children = 'Export' }: ExportLinkProps) {
  const task = useTask()
  const isAllowed = useRef(false)
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (isAllowed.current) return
    event.preventDefault()
    const link = event.currentTarget
    if (!(await task.run(requireRecentPassword))) return
    isAllowed.current = true
    link.click()
    isAllowed.current = false
  }
  return (
    <>
      <a className={className} href={href} download onClick={(event) => void download(event)}>
        <Download className="icon" aria-hidden="true" />
        {children}
      </a>
      {task.problem && <Alert problem={task.problem} />}
    </>
  )
}
