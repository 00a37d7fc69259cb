import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AccountView, startTwoFactor as StartTwoFactor } from '#contract/admin/account.ts'
import type { Output } from '#contract/endpoint.ts'
import { formatDate, kathmanduDate } from '#domain/calendar.ts'
import { groupSetupKey } from '#domain/two-factor.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { QrCode } from '#islands/ui/QrCode.tsx'
import {
  confirmTwoFactor,
  disableTwoFactor,
  regenerateBackupCodes,
  startTwoFactor,
} from '#stores/admin/staff/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { InputField } from '../form/fields.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { useTask } from '../useTask.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { ROW_CLASS } from './row-class.ts'

type Step =
  /** After another step, whose focused control is gone, this one gets the focus. */
  | { name: 'idle'; isReturning: boolean }
  | { name: 'scan'; setup: Output<typeof StartTwoFactor> }
  | { name: 'codes'; codes: readonly string[] }
  /** Two-factor sign-in is on, but the response with the codes was lost. */
  | { name: 'codes_lost' }
  | { name: 'disable' }

export function TwoFactorSettings({ account: { twoFactor } }: { account: AccountView }) {
  const task = useTask()
  const [step, setStep] = useState<Step>({ name: 'idle', isReturning: false })
  const start = async () => {
    const setup = await task.run(startTwoFactor)
    if (setup) setStep({ name: 'scan', setup })
  }
  const regenerate = async () => {
    const response = await task.run(regenerateBackupCodes)
    if (response) showCodes(response.backupCodes)
  }
  const showCodes = (codes: readonly string[] | null) =>
    setStep(codes ? { name: 'codes', codes } : { name: 'codes_lost' })
  const returnToIdle = () => setStep({ name: 'idle', isReturning: true })
  const isReturning = step.name === 'idle' && step.isReturning
  return (
    <>
      {step.name === 'codes' && <BackupCodes codes={step.codes} done={returnToIdle} />}
      {step.name === 'scan' && !twoFactor && (
        <ScanStep setup={step.setup} onConfirmed={showCodes} cancel={returnToIdle} />
      )}
      {step.name !== 'codes' && twoFactor && (
        <>
          <p>
            <span className="tag tag-ok">On</span> since {formatDate(kathmanduDate(Date.parse(twoFactor.since)))}.{' '}
            {formatCodesLeft(twoFactor.backupCodesLeft)}
          </p>
          {step.name === 'codes_lost' && (
            <Note className="note-warm" icon={CircleAlert} role="alert">
              The connection failed before we could show your new backup codes. Older codes may no longer work. Create
              new codes and store those.
            </Note>
          )}
          <div className={ROW_CLASS}>
            <QuietButton
              autoFocus={isReturning || step.name === 'codes_lost'}
              busy={task.busy}
              onClick={() => void regenerate()}
            >
              New backup codes
            </QuietButton>
            {/* New codes are shown once and would replace the dialog. */}
            <QuietButton busy={task.busy} onClick={() => !task.busy && setStep({ name: 'disable' })}>
              Turn off
            </QuietButton>
          </div>
        </>
      )}
      {step.name !== 'codes' && step.name !== 'scan' && !twoFactor && (
        <div className={ROW_CLASS}>
          <p>
            <span className="tag">Off</span>
          </p>
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: the focused control is gone
            autoFocus={isReturning}
            className="button button-small"
            aria-disabled={task.busy || undefined}
            onClick={() => void start()}
          >
            Set up
          </button>
        </div>
      )}
      {step.name === 'disable' && <DisableTwoFactorDialog close={returnToIdle} />}
      <Alert problem={task.problem} />
    </>
  )
}

const formatCodesLeft = (count: number): string =>
  count === 0 ? 'No backup code is left.' : count === 1 ? 'One backup code is left.' : `${count} backup codes are left.`

const STEP_CLASS =
  'grid grid-cols-28-1fr *:col-start-2 before:row-span-2 before:row-start-1 before:font-display before:text-brick before:text-menu before:leading-none before:content-step before:stretch-display'

interface ScanStepProps {
  setup: Output<typeof StartTwoFactor>
  onConfirmed: (codes: readonly string[] | null) => void
  cancel: () => void
}

function ScanStep({ setup: { key, uri }, onConfirmed, cancel }: ScanStepProps) {
  const task = useTask()
  const code = useRef<HTMLInputElement>(null)
  const confirm = async () => {
    const input = code.current?.value ?? ''
    if (input.trim() === '') return task.setFieldErrors({ code: 'Enter the code from your authenticator app' })
    const response = await task.run(() => confirmTwoFactor({ code: input, key }))
    if (response) onConfirmed(response.backupCodes)
  }
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="w-50 flex-none">
        <QrCode text={uri} label="Code to scan with an authenticator app">
          <p>The QR code could not be shown. Enter the key instead.</p>
        </QrCode>
      </div>
      <TaskForm
        task={task}
        className="grid max-w-105 grow basis-65 gap-4.5"
        rowClass={ROW_CLASS}
        button="Turn on"
        cancel={cancel}
        send={confirm}
      >
        <ol className="grid gap-4.5">
          <li className={STEP_CLASS} data-step="1">
            <p>Scan this with an authenticator app, such as Aegis, 2FAS or Google Authenticator. Or enter the key:</p>
            <p className="account-key wrap-anywhere mt-2 font-strong text-body tabular-nums tracking-key">
              {groupSetupKey(key)}
            </p>
          </li>
          <li className={STEP_CLASS} data-step="2">
            <InputField
              ref={code}
              id="account-code"
              label="Enter the six digits from the app"
              error={task.fields.code ?? task.problem}
              autoFocus
              className="num"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
            />
          </li>
        </ol>
      </TaskForm>
    </div>
  )
}

function DisableTwoFactorDialog({ close }: { close: () => void }) {
  const task = useTask()
  const password = useRef<HTMLInputElement>(null)
  const disable = async () => {
    const input = password.current?.value ?? ''
    if (input === '') return task.setFieldErrors({ password: 'Enter your password' })
    if ((await task.run(() => disableTwoFactor(input))) && task.form.current) close()
  }
  return (
    <Dialog title="Turn off two-factor sign-in" close={close}>
      <TaskForm task={task} className="max-w-105" button="Turn off" cancel={close} send={disable}>
        <p>You will sign in with your password only. Your backup codes stop working.</p>
        <PasswordField
          ref={password}
          id="account-off"
          label="Password"
          error={task.fields.password ?? task.problem}
          name="password"
          autoComplete="current-password"
        />
      </TaskForm>
    </Dialog>
  )
}
