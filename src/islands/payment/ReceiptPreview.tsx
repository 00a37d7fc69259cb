import { QuietButton } from '#islands/ui/buttons.tsx'
import { useObjectUrl } from './useObjectUrl.ts'

interface Props {
  file: File
  /** Absent while the file is being sent. */
  onRemove: (() => void) | undefined
}

export function ReceiptPreview({ file, onRemove }: Props) {
  const preview = useObjectUrl(file)
  return (
    <div className="receipt-drop">
      {preview && <img src={preview} alt="The receipt that you chose" />}
      <div>
        <p>
          <b>{file.name}</b>
        </p>
        <p className="hint num">{formatFileSize(file)}</p>
        {onRemove && <QuietButton onClick={onRemove}>Remove</QuietButton>}
      </div>
    </div>
  )
}

const formatFileSize = ({ size }: File): string =>
  size < 1_048_576 ? `${Math.ceil(size / 1_024)} KB` : `${(size / 1_048_576).toFixed(1)} MB`
