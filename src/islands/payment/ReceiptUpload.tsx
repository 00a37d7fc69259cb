import { useStore } from '@nanostores/react'
import { Check, CircleAlert, Info, Upload as UploadMark } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { npr } from '#domain/money.ts'
import { $site, $underReview } from '#stores/payment/booking.ts'
import {
  chooseFile,
  type ExpectedReceipt,
  rechooseFile,
  removeFile,
  sendReceipt,
} from '#stores/payment/receipt-upload.ts'
import { $upload, type Upload, type UploadProblem } from '#stores/payment/upload.ts'
import { Alert } from '../ui/Alert.tsx'
import { ChosenReceipt } from './ChosenReceipt.tsx'
import { RECEIPT_COPY } from './receipt-copy.ts'
import './receipt-upload.css'

interface Props {
  expected: ExpectedReceipt
  /** The other way out, beside the button that sends. */
  children?: ReactNode
}

/** Chooses an image, previews it, sends it and shows the result. */
export function ReceiptUpload({ expected, children }: Props) {
  const upload = useStore($upload)
  const simulated = useStore($site)?.simulatedReading
  const place = useRef<HTMLDivElement>(null)
  useFocusNextStep(upload, place)
  return (
    <div className="receipt-upload" ref={place} tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {getStatusMessage(upload)}
      </p>
      {simulated && (
        <p className="note note-warm">
          <Info className="icon" />
          <span>
            <b>Simulated reading.</b> This demo does not look at the picture: it takes the right amount as read.
          </span>
        </p>
      )}
      {upload.file && (
        <ChosenReceipt file={upload.file} onRemove={upload.state === 'pending' ? removeFile : undefined} />
      )}
      <UploadState upload={upload} expected={expected}>
        {children}
      </UploadState>
    </div>
  )
}

function UploadState({ upload, expected, children }: Props & { upload: Upload }) {
  switch (upload.state) {
    case 'pending':
      return (
        <>
          <FileChooser upload={upload} />
          <p className="payment-ways">
            <button
              type="button"
              className="button"
              disabled={!upload.file}
              data-next={upload.file && true}
              onClick={() => void sendReceipt(expected)}
            >
              Verify Payment
            </button>
            {children}
          </p>
        </>
      )
    case 'uploading':
      return <UploadProgress heading="Uploading" text={RECEIPT_COPY.uploading} />
    case 'verifying':
      return (
        <>
          <UploadProgress heading="Verifying" text={`${RECEIPT_COPY.has} ${RECEIPT_COPY.reading}`}>
            <progress max={1} value={upload.progress ?? 0} aria-label="Read so far" />
          </UploadProgress>
          {children && <p className="payment-ways">{children}</p>}
        </>
      )
    case 'success':
      return (
        <section className="panel-mini panel-good">
          <span className="tag tag-ok">
            <Check className="icon" />
            Receipt received
          </span>
          <h3 className="num">{npr(expected.amount)}</h3>
          {upload.reading?.transactionId && (
            <div>
              <p className="num">Transaction ID {upload.reading.transactionId}</p>
              <p className="hint">{RECEIPT_COPY.readByMachine}</p>
            </div>
          )}
          <p>{RECEIPT_COPY.after}</p>
        </section>
      )
    case 'failed':
      return upload.problem && <UploadFailed problem={upload.problem}>{children}</UploadFailed>
  }
}

/** For the ear: what comes where something was pressed. A failure is an alert of its own. */
function getStatusMessage({ state, file }: Upload): string {
  switch (state) {
    case 'pending':
      return file ? `${file.name} is chosen.` : ''
    case 'uploading':
      return 'Uploading the receipt.'
    case 'verifying':
      return `Verifying. ${RECEIPT_COPY.has}`
    case 'success':
      return `Receipt received. ${RECEIPT_COPY.after}`
    case 'failed':
      return ''
  }
}

/** What was pressed goes with its state: the focus goes to what is next, and never back to the top of the page. */
function useFocusNextStep({ state, file }: Upload, place: RefObject<HTMLDivElement | null>): void {
  const before = useRef({ state, file })
  useEffect(() => {
    const was = before.current
    before.current = { state, file }
    if (was.state === state && was.file === file) return
    const isElsewhere = document.activeElement !== document.body && !place.current?.contains(document.activeElement)
    if (isElsewhere) return
    const next = place.current?.querySelector<HTMLElement>('[data-next]') ?? place.current
    next?.focus({ preventScroll: true })
  }, [state, file, place])
}

function FileChooser({ upload: { file, fileProblem } }: { upload: Upload }) {
  return (
    <div className={`field ${fileProblem ? 'field-bad' : ''}`}>
      {!file && (
        <label className="receipt-drop receipt-choose">
          <UploadMark className="icon" />
          <span>Choose the screenshot of your receipt</span>
          <input
            type="file"
            data-next
            accept="image/png,image/jpeg,image/webp"
            aria-describedby="receipt-rules receipt-problem"
            aria-invalid={fileProblem ? true : undefined}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) chooseFile(chosen)
              target.value = ''
            }}
          />
        </label>
      )}
      <p className="hint" id="receipt-rules">
        A PNG, JPEG or WebP image of at most 5 MB. Show the full screen, with amount, date and transaction ID.
      </p>
      <Alert problem={fileProblem} id="receipt-problem" />
    </div>
  )
}

function UploadProgress({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <section className="panel-mini">
      <span className="spinner" aria-hidden="true" />
      <h3>{heading}</h3>
      <p>{text}</p>
      {children}
    </section>
  )
}

/** Once staff have a receipt, a failure is a note: it changes nothing for the payment, and nothing needs to be done. */
function UploadFailed({ problem, children }: { problem: UploadProblem; children: ReactNode }) {
  const underReview = useStore($underReview) !== undefined
  const { kind, text, rules } = problem
  const Icon = underReview ? Info : CircleAlert
  const again = kind !== 'complete' && (
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
              <b>{RECEIPT_COPY.unread}</b>
            </p>
          )}
          <p>{underReview ? HEADINGS[kind] : <b>{HEADINGS[kind]}</b>}</p>
          <p>{text}</p>
          {rules.map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
          {kind === 'unverified' && <p>If you send another, use a clear screenshot with complete details.</p>}
          {kind === 'rejected' && <p>Use a clear screenshot with complete details.</p>}
        </div>
      </div>
      <p className="payment-ways">
        {!underReview && again}
        {children}
        {underReview && again}
      </p>
    </>
  )
}

const HEADINGS: Readonly<Record<UploadProblem['kind'], string>> = {
  unverified: 'Verification failed',
  rejected: 'Verification failed',
  not_sent: 'This picture was not sent',
  complete: 'This picture was not sent',
}
