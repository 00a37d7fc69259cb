import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { ROLE_LABELS } from '#domain/staff.ts'
import { $account, readAccount } from '#stores/admin/staff/account.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { LoadState } from '../load-states.tsx'
import { formatAssignedLocations } from '../people/location-names.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { ChangeNameForm } from './ChangeNameForm.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { SessionList } from './SessionList.tsx'
import { ShortcutSetting } from './ShortcutSetting.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'

export default createStaffScreen('/admin/account', { read: readAccount }, Account)

function Account({ locations }: ScreenProps) {
  const { account, failure } = useStore($account, { ssr: 'initial' })
  return (
    <>
      <ScreenHead title="Your account" />
      <LoadState data={account} failure={failure} retry={readAccount} />
      {account && (
        <>
          <AccountSection
            title="You"
            about={
              <>
                <p>{account.email}</p>
                <p>
                  {ROLE_LABELS[account.role]}, {formatAssignedLocations(account.workplaces, locations)}
                </p>
              </>
            }
          >
            <ChangeNameForm name={account.name} />
          </AccountSection>
          <AccountSection
            title="Two-factor sign-in"
            about="A code from your phone in addition to your password. Your account stays safe if your password is stolen."
          >
            <TwoFactorSettings account={account} />
          </AccountSection>
          <AccountSection title="Password" about="Changing it signs out every other browser.">
            <ChangePasswordForm email={account.email} />
          </AccountSection>
          <AccountSection
            title="Where you are signed in"
            about="Sessions end after two hours without activity, and twelve hours after signing in."
          >
            <SessionList sessions={account.sessions} />
          </AccountSection>
          {/* Phones have no keyboard. */}
          <AccountSection
            className="max-sm:hidden"
            title="Keyboard shortcuts"
            about="Single letters that run an action. Stored in this browser."
          >
            <ShortcutSetting />
          </AccountSection>
        </>
      )}
    </>
  )
}

interface SectionProps {
  className?: string
  title: string
  about: ReactNode
  children: ReactNode
}

function AccountSection({ className = '', title, about, children }: SectionProps) {
  const id = useId()
  return (
    <section
      className={`grid 820:grid-cols-account grid-cols-1 gap-x-fluid-24-64 gap-y-5 border-line-2 border-b pt-7 pb-8 empty-alerts:absolute print:not-has-data-backup-codes:hidden ${className}`}
      aria-labelledby={id}
    >
      {/* Not in ch: the fallback font's zero is narrower, so lines would break elsewhere until Anek loads. */}
      <div className="grid max-w-23em content-start gap-2">
        <h2 id={id} className="heading-4">
          {title}
        </h2>
        <div className="mute">{about}</div>
      </div>
      <div className="grid max-w-160 content-start gap-4">{children}</div>
    </section>
  )
}
