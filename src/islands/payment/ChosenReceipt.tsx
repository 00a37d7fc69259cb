import { useObjectUrl } from './useObjectUrl.ts'

interface Props {
  file: File
  /** Absent once it is on its way. */
  onRemove: (() => void) | undefined
}

/** The picture as it is sent, in sight until it has been dealt with. */
export function ChosenReceipt({ file, onRemove }: Props) {
  const preview = useObjectUrl(file)
  return (
    <div className="receipt-drop">
      {preview && <img src={preview} alt="The receipt that you chose" />}
      <div>
        <p>
          <b>{file.name}</b>
        </p>
        <p className="hint num">{formatFileSize(file)}</p>
        {onRemove && (
          <button type="button" className="button button-quiet button-small" onClick={onRemove}>
            Remove
          </button>
        )}
      </div>
    </div>
  )
}

const formatFileSize = ({ size }: File): string =>
  size < 1_048_576 ? `${Math.ceil(size / 1_024)} KB` : `${(size / 1_048_576).toFixed(1)} MB`
