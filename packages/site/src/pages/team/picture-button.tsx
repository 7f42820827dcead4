import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';

interface PictureButtonProps {
  label: string;
  onChoose: (file: File) => void;
  isMain: boolean;
}

/** Opens the choice of a picture's file. */
export function PictureButton({ label, onChoose, isMain }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) {
            onChoose(file);
          }
          event.target.value = '';
        }}
      />
      <Button look={isMain ? 'main' : 'quiet'} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
