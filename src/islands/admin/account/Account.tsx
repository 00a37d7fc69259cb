import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import type { AccountView } from '#contract/admin/account.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { $account, readAccount } from '#stores/admin/staff/account.ts'
import { AdminShell } from '../AdminShell.tsx'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { ChangeName } from './ChangeName.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'
import './account.css'

const SCREEN = { read: readAccount, receiveBooking: () => {} } satisfies StaffScreen

export default ({ brand, locations }: ScreenProps) => (
  <AdminShell path="/admin/account" brand={brand}>
    <Account locations={locations} />
  </AdminShell>
)

/** One's own account: the name, and everything that lets one in. */
function Account({ locations }: Pick<ScreenProps, 'locations'>) {
  useStaffScreen(SCREEN)
  const { account, failure } = useStore($account, { ssr: 'initial' })
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Your account</h1>
      </div>
      {failure && <LoadError failure={failure} onRetry={() => void readAccount()} />}
      {!account && !failure && <Skeleton />}
      {account && (
        <>
          <AccountSection title="You" about={<Rights account={account} locations={locations} />}>
            <ChangeName name={account.name} />
          </AccountSection>
          <AccountSection
            title="Two-factor sign-in"
            about="Besides the password, a code from your telephone: whoever learns your password still stands outside."
          >
            <TwoFactor account={account} />
          </AccountSection>
          <AccountSection title="Password" about="Changing it signs out every other browser.">
            <ChangePassword email={account.email} />
          </AccountSection>
          <AccountSection
            title="Where you are signed in"
            about="A session ends two hours after its last use, and after twelve hours in any case."
          >
            <Sessions sessions={account.sessions} />
          </AccountSection>
          <AccountSection title="Keys" about="Single letters that do things at once. Kept in this browser.">
            <KeyboardShortcuts />
          </AccountSection>
        </>
      )}
    </>
  )
}

function AccountSection({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="account-part" aria-labelledby={id}>
      <div>
        <h2 id={id} className="heading-4">
          {title}
        </h2>
        <div className="mute">{about}</div>
      </div>
      <div className="account-what">{children}</div>
    </section>
  )
}

function Rights({
  account: { email, role, workplaces },
  locations,
}: { account: AccountView } & Pick<ScreenProps, 'locations'>) {
  const places = workplaces?.map((id) => locations[id] ?? id).join(', ') ?? 'every location'
  return (
    <>
      <p>{email}</p>
      <p>
        {ROLE_LABELS[role]}, {places}
      </p>
    </>
  )
}
