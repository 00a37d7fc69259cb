import { useStore } from '@nanostores/react'
import { Check, CircleAlert, Info, Upload as UploadIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { npr } from '#domain/money.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { ProgressBar } from '#islands/ui/ProgressBar.tsx'
import { PANEL } from '#islands/ui/panel.ts'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { $underReview } from '#stores/payment/booking.ts'
import {
  $upload,
  chooseFile,
  type ExpectedReceipt,
  rechooseFile,
  removeFile,
  sendReceipt,
  type Upload,
  type UploadProblem,
} from '#stores/payment/receipt-upload.ts'
import { $site } from '#stores/site.ts'
import { Alert } from '../ui/Alert.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { RECEIPT_FRAME, ReceiptPreview } from './ReceiptPreview.tsx'
import { RECEIPT_COPY } from './receipt-copy.ts'

const PANEL_HEADING = 'mt-3 mb-2 stretch-head font-display text-3 leading-105'

interface Props {
  expected: ExpectedReceipt
  /** How long a payment usually takes, such as `2–5 minutes`. */
  processingTime: string
  /** Whether staff confirm the payment by its receipt alone, find it sooner with one, or need none. */
  need?: 'required' | 'helpful' | 'optional'
  /** A second action beside the Send button. */
  children?: ReactNode
}

export function ReceiptUpload({ children, ...props }: Props) {
  const upload = useStore($upload)
  const simulated = useStore($site)?.simulatedReading
  const container = useRef<HTMLDivElement>(null)
  useFocusNextStep(upload, container)
  return (
    <div className="receipt-upload grid gap-4 outline-none" ref={container} tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {getStatusMessage(upload)}
      </p>
      {simulated && (
        <Note className="note-warm">
          <b>Simulated reading.</b> This demo does not read the image: it assumes the right amount.
        </Note>
      )}
      {upload.file && (
        <ReceiptPreview file={upload.file} onRemove={upload.state === 'pending' ? removeFile : undefined} />
      )}
      <UploadState upload={upload} {...props}>
        {children}
      </UploadState>
    </div>
  )
}

function UploadState({ upload, expected, processingTime, need = 'required', children }: Props & { upload: Upload }) {
  switch (upload.state) {
    case 'pending':
      return (
        <>
          <FileChooser upload={upload} need={need} />
          <p className="hint" id="receipt-next">
            {!upload.file && need === 'required' && 'Choose the receipt first. '}
            {RECEIPT_COPY.next} It usually takes {processingTime}.
          </p>
          <PaymentActions className="">
            {(upload.file || need === 'required') && (
              <Button
                // Until then, choosing the receipt is the only next step.
                className={upload.file ? 'button' : 'button button-quiet'}
                disabled={!upload.file}
                data-next={upload.file && true}
                aria-describedby="receipt-next"
                onClick={() => void sendReceipt(expected)}
              >
                Verify Payment
              </Button>
            )}
            {children}
          </PaymentActions>
        </>
      )
    case 'uploading':
      return <UploadProgress heading="Uploading" text={RECEIPT_COPY.uploading} />
    case 'verifying':
      return (
        <>
          <UploadProgress heading="Verifying" text={`${RECEIPT_COPY.received} ${RECEIPT_COPY.reading}`}>
            <ProgressBar className="mt-3 h-1.5" max={1} value={upload.progress ?? 0} aria-label="Reading progress" />
          </UploadProgress>
          {children && <PaymentActions className="">{children}</PaymentActions>}
        </>
      )
    case 'success':
      return (
        <section className={`panel-good ${PANEL} border-t-pipal-fill`}>
          <span className="tag tag-ok">
            <Check className="icon" />
            Receipt received
          </span>
          <h3 className={`num ${PANEL_HEADING}`}>{npr(expected.amount)}</h3>
          {upload.reading?.transactionId && (
            <div>
              <p className="num">Transaction ID {upload.reading.transactionId}</p>
              <p className="hint">{RECEIPT_COPY.machineRead}</p>
            </div>
          )}
          <p className="text-ink-2 text-small">{RECEIPT_COPY.after}</p>
        </section>
      )
    case 'failed':
      return upload.problem && <UploadFailed problem={upload.problem}>{children}</UploadFailed>
  }
}

/** For screen readers. A failure has its own alert. */
function getStatusMessage({ state, file }: Upload): string {
  switch (state) {
    case 'pending':
      return file ? `${file.name} is chosen.` : ''
    case 'uploading':
      return 'Uploading the receipt.'
    case 'verifying':
      return `Verifying. ${RECEIPT_COPY.received}`
    case 'success':
      return `Receipt received. ${RECEIPT_COPY.after}`
    case 'failed':
      return ''
  }
}

/** Moves the focus to the next control when the clicked one disappears. */
function useFocusNextStep({ state, file }: Upload, container: RefObject<HTMLDivElement | null>): void {
  const before = useRef({ state, file })
  useEffect(() => {
    const previous = before.current
    before.current = { state, file }
    if (previous.state === state && previous.file === file) return
    const isElsewhere = document.activeElement !== document.body && !container.current?.contains(document.activeElement)
    if (isElsewhere) return
    const next = container.current?.querySelector<HTMLElement>('[data-next]') ?? container.current
    next?.focus({ preventScroll: true })
  }, [state, file, container])
}

/** Choosing the receipt is the next step of a payment that needs one; another receipt after that is optional. */
function FileChooser({ upload: { file, fileProblem }, need }: Pick<Props, 'need'> & { upload: Upload }) {
  const isNext = useStore($underReview) === undefined && need !== 'optional'
  return (
    <div className={`field ${fileProblem ? 'field-bad' : ''}`}>
      {!file && (
        <label
          className={`${RECEIPT_FRAME} relative cursor-pointer items-center justify-center focus-within:outline-3 focus-within:outline-focus focus-within:outline-offset-2 ${
            fileProblem ? 'border-danger' : 'border-line-3 hover:border-ink-2'
          }`}
        >
          <span className={isNext ? 'button' : 'button button-quiet'}>
            <UploadIcon className="icon" />
            Choose the receipt
          </span>
          <input
            className="absolute inset-0 w-full cursor-pointer opacity-0"
            type="file"
            data-next
            accept="image/png,image/jpeg,image/webp"
            aria-describedby="receipt-rules receipt-problem"
            aria-invalid={fileProblem ? true : undefined}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) chooseFile(file)
              target.value = ''
            }}
          />
        </label>
      )}
      <p className="hint" id="receipt-rules">
        A screenshot as PNG, JPEG or WebP, of at most 5&nbsp;MB. Show the full screen, with amount, date and transaction
        ID.
      </p>
      <Alert problem={fileProblem} id="receipt-problem" />
    </div>
  )
}

function UploadProgress({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <section className={`${PANEL} border-t-line-3`}>
      <Spinner />
      <h3 className={PANEL_HEADING}>{heading}</h3>
      <p className="text-ink-2 text-small">{text}</p>
      {children}
    </section>
  )
}

/** After staff have a receipt, a failed upload is only a note. */
function UploadFailed({ problem, children }: { problem: UploadProblem; children: ReactNode }) {
  const underReview = useStore($underReview) !== undefined
  const { kind, text, rules } = problem
  const Icon = underReview ? Info : CircleAlert
  const retryButton = kind !== 'complete' && (
    <button type="button" className={`button ${underReview ? 'button-quiet' : ''}`} onClick={rechooseFile}>
      Try Again
    </button>
  )
  return (
    <>
      <div className={`note ${underReview ? '' : 'note-bad'}`} role="alert">
        <Icon className="icon" />
        <div>
          {kind === 'unverified' && (
            <p>
              <b>{RECEIPT_COPY.unreadable}</b>
            </p>
          )}
          <p>{underReview ? HEADINGS[kind] : <b>{HEADINGS[kind]}</b>}</p>
          <p>{text}</p>
          {rules.map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
          {kind === 'unverified' && <p>If you send another receipt, use a clear screenshot with complete details.</p>}
          {kind === 'rejected' && (
            <p>
              Use a clear screenshot with complete details.{' '}
              {!underReview && 'If you have paid, do not pay again: send another image.'}
            </p>
          )}
        </div>
      </div>
      <PaymentActions className="">
        {!underReview && retryButton}
        {children}
        {underReview && retryButton}
      </PaymentActions>
    </>
  )
}

const HEADINGS: Readonly<Record<UploadProblem['kind'], string>> = {
  unverified: 'Verification failed',
  rejected: 'Verification failed',
  not_sent: 'This image was not sent',
  complete: 'This image was not sent',
}
