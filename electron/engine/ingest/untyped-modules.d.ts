/** pdf.js ships no types for its worker; loading it is all that is done with it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';

/** The minified build has the interface of the other one. */
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'pdfjs-dist/legacy/build/pdf.mjs';
}

/** The part of Tesseract's C++ API that its build for WebAssembly is used for (tesseract.js-core 7). */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface TessBaseApi {
    /** 0 where it worked. `mode` 1: the neural network alone. */
    Init(dataPath: string | null, languages: string, mode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Reads `/input`; `orientation` as in Exif, `angle` in radians. 0 where it worked. */
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    GetJSONText(): string;
    Clear(): void;
    End(): void;
  }

  export interface TesseractModule {
    readonly FS: {
      writeFile(path: string, data: Uint8Array): void;
      unlink(path: string): void;
    };
    readonly TessBaseAPI: new () => TessBaseApi;
  }

  export default function open(options: {
    print(text: string): void;
    printErr(text: string): void;
  }): Promise<TesseractModule>;
}
