import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import type { AccountView, startTwoFactor as Begin } from '#contract/admin/account.ts'
import type { Output } from '#contract/endpoint.ts'
import { formatDate, kathmanduDate } from '#domain/calendar.ts'
import { groupSetupKey } from '#domain/two-factor.ts'
import { Field } from '#islands/ui/Field.tsx'
import { QrCode } from '#islands/ui/QrCode.tsx'
import { confirmTwoFactor, disableTwoFactor, renewBackupCodes, startTwoFactor } from '#stores/admin/staff/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { useTask } from '../useTask.ts'
import { BackupCodes } from './BackupCodes.tsx'

type Step =
  /** `back` from somewhere, whose controls are gone: the focus goes on with what stands here. */
  | { at: 'rest'; back: boolean }
  | { at: 'scan'; setup: Output<typeof Begin> }
  | { at: 'codes'; codes: readonly string[] }
  /** It is on, and the codes may have been lost on the way. */
  | { at: 'unseen' }
  | { at: 'end' }

/** The second factor: set up by scanning and a first code, backup codes shown once, switched off by the password. */
export function TwoFactor({ account: { twoFactor } }: { account: AccountView }) {
  const task = useTask()
  const [step, setStep] = useState<Step>({ at: 'rest', back: false })
  const begin = async () => {
    const setup = await task.run(startTwoFactor)
    if (setup) setStep({ at: 'scan', setup })
  }
  const renew = async () => {
    const made = await task.run(renewBackupCodes)
    if (made) show(made.backupCodes)
  }
  const show = (codes: readonly string[] | null) => setStep(codes ? { at: 'codes', codes } : { at: 'unseen' })
  const rest = () => setStep({ at: 'rest', back: true })
  const isBack = step.at === 'rest' && step.back
  return (
    <>
      {step.at === 'codes' && <BackupCodes codes={step.codes} done={rest} />}
      {step.at === 'scan' && !twoFactor && <ScanStep setup={step.setup} confirmed={show} leave={rest} />}
      {step.at !== 'codes' && twoFactor && (
        <>
          <p>
            <span className="tag tag-ok">On</span> since {formatDate(kathmanduDate(Date.parse(twoFactor.since)))}.{' '}
            {formatCodesLeft(twoFactor.backupCodesLeft)}
          </p>
          {step.at === 'unseen' && (
            <p className="note note-warm" role="alert">
              <CircleAlert className="icon" aria-hidden="true" />
              <span>
                The answer was lost on the way, and with it the backup codes that count now: older ones may be worth
                nothing. Make new ones, and keep those.
              </span>
            </p>
          )}
          <div className="account-row">
            <button
              type="button"
              // biome-ignore lint/a11y/noAutofocus: what had the focus is gone
              autoFocus={isBack || step.at === 'unseen'}
              className="button button-quiet button-small"
              aria-disabled={task.busy || undefined}
              onClick={() => void renew()}
            >
              New backup codes
            </button>
            <button
              type="button"
              className="button button-quiet button-small"
              aria-disabled={task.busy || undefined}
              // New codes are shown once, and would take the place of the dialog.
              onClick={() => !task.busy && setStep({ at: 'end' })}
            >
              Switch off
            </button>
          </div>
        </>
      )}
      {step.at !== 'codes' && step.at !== 'scan' && !twoFactor && (
        <div className="account-row">
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: what had the focus is gone
            autoFocus={isBack}
            className="button button-small"
            aria-disabled={task.busy || undefined}
            onClick={() => void begin()}
          >
            Set it up
          </button>
          <p>
            <span className="tag">Off</span>
          </p>
        </div>
      )}
      {step.at === 'end' && <SwitchOffDialog close={rest} />}
      <Alert problem={task.problem} />
    </>
  )
}

const formatCodesLeft = (count: number): string =>
  count === 0 ? 'No backup code is left.' : count === 1 ? 'One backup code is left.' : `${count} backup codes are left.`

interface ScanStepProps {
  setup: Output<typeof Begin>
  confirmed: (codes: readonly string[] | null) => void
  leave: () => void
}

function ScanStep({ setup: { key, uri }, confirmed, leave }: ScanStepProps) {
  const task = useTask()
  const code = useRef<HTMLInputElement>(null)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const typed = code.current?.value ?? ''
    if (typed.trim() === '') return task.refuse({ code: 'Enter the code that the app shows' })
    const made = await task.run(() => confirmTwoFactor({ code: typed, key }))
    if (made) confirmed(made.backupCodes)
  }
  return (
    <div className="account-scan">
      <QrCode text={uri} label="Code to scan with an authenticator app">
        <p>The picture could not be drawn. Type the key instead.</p>
      </QrCode>
      <form ref={task.form} noValidate onSubmit={submit}>
        <ol className="account-steps">
          <li>
            <p>Scan this with an authenticator app, such as Aegis, 2FAS or Google Authenticator. Or type the key:</p>
            <p className="account-key num">{groupSetupKey(key)}</p>
          </li>
          <li>
            <Field id="account-code" label="Enter the six digits it shows" error={task.fields.code ?? task.problem}>
              {(control) => (
                <input
                  {...control}
                  ref={code}
                  // biome-ignore lint/a11y/noAutofocus: the steps open because somebody asked for them
                  autoFocus
                  className="num"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={12}
                />
              )}
            </Field>
          </li>
        </ol>
        <div className="account-row">
          <button type="submit" className="button button-small" aria-disabled={task.busy || undefined}>
            Switch on
          </button>
          <button type="button" className="button button-quiet button-small" onClick={leave}>
            Leave it
          </button>
        </div>
      </form>
    </div>
  )
}

function SwitchOffDialog({ close }: { close: () => void }) {
  const task = useTask()
  const password = useRef<HTMLInputElement>(null)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const typed = password.current?.value ?? ''
    if (typed === '') return task.refuse({ password: 'Enter your password' })
    if ((await task.run(() => disableTwoFactor(typed))) && task.form.current) close()
  }
  return (
    <Dialog title="Switch two-factor sign-in off" close={close}>
      <form ref={task.form} noValidate onSubmit={submit}>
        <p>Your password alone will sign you in. Your backup codes are worth nothing from then on.</p>
        <Field id="account-off" label="Password" error={task.fields.password ?? task.problem}>
          {(control) => <PasswordInput {...control} ref={password} name="password" autoComplete="current-password" />}
        </Field>
        <div className="admin-dialog-buttons">
          <button type="submit" className="button button-small" aria-disabled={task.busy || undefined}>
            Switch off
          </button>
          <button type="button" className="button button-quiet button-small" onClick={close}>
            Keep it on
          </button>
        </div>
      </form>
    </Dialog>
  )
}
